// Runs before the first paint, so that a chosen theme does not flash. Everything else is in frame.js.
try {
  const theme = localStorage.getItem('gameplan.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage is closed to us: the system's theme it is.
}
