// The time zone is the one of this browser, until somebody chooses another.
for (const select of document.querySelectorAll("select[data-zone]:not([data-chosen])")) {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if ([...select.options].some((option) => option.value === own)) select.value = own;
}
