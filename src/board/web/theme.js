// Before the first paint, so that the page never flashes in the wrong theme.
const theme = localStorage.getItem('theme');
if (theme) document.documentElement.dataset.theme = theme;
