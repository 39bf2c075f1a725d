// Lists of tabs: one stop of the tab key, the arrows go from tab to tab.

const STEPS = { ArrowLeft: -1, ArrowRight: 1 };

/** Lets the arrows, Home and End turn to other tabs of a list. */
export function tabList(list) {
  list.addEventListener('keydown', (event) => {
    const tabs = [...list.querySelectorAll('[role=tab]')].filter((tab) => tab.offsetParent);
    const at = tabs.indexOf(event.target);
    const to = { Home: 0, End: tabs.length - 1 }[event.key] ?? (STEPS[event.key] ? (at + STEPS[event.key] + tabs.length) % tabs.length : null);
    if (at < 0 || to === null) return;
    event.preventDefault();
    event.stopPropagation();
    tabs[to].focus();
    tabs[to].click();
  });
}

/** Marks the tab that is shown. */
export function selectTab(list, chosen) {
  for (const tab of list.querySelectorAll('[role=tab]')) {
    tab.setAttribute('aria-selected', tab === chosen);
    tab.tabIndex = tab === chosen ? 0 : -1;
  }
}
