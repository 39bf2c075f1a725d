// Persistent settings of the user: switches, the theme, the language.
import { $ } from './dom.js';

/** The switches of the page, kept in the browser; `changed` is called behind each change. */
export function preferences(changed) {
  const prefs = { names: true, motion: true, marks: true, bar: false, coach: false, sounds: false, ...JSON.parse(localStorage.getItem('prefs') ?? '{}') };
  const names = () => (document.body.dataset.names = prefs.names ? 'on' : 'off');
  for (const box of document.querySelectorAll('[data-pref]')) {
    box.checked = prefs[box.dataset.pref];
    box.onchange = () => {
      prefs[box.dataset.pref] = box.checked;
      localStorage.setItem('prefs', JSON.stringify(prefs));
      names();
      changed();
    };
  }
  for (const radio of document.querySelectorAll('[name=theme]')) {
    radio.checked = radio.value === (localStorage.getItem('theme') ?? '');
    radio.onchange = () => {
      if (radio.value) localStorage.setItem('theme', radio.value);
      else localStorage.removeItem('theme');
      if (radio.value) document.documentElement.dataset.theme = radio.value;
      else delete document.documentElement.dataset.theme;
    };
  }
  const language = $('language');
  language.value = localStorage.getItem('language') ?? '';
  language.onchange = () => {
    if (language.value) localStorage.setItem('language', language.value);
    else localStorage.removeItem('language');
    location.reload();
  };
  names();
  return prefs;
}
