/** Elements, words and messages to the server, for all pages. */

/** Return the element with an id. */
export const get = id => document.getElementById(id);

/** Return a new element: "tag.class", its attributes (a function is a listener) and its children; "" is no child. */
export function make(name, attributes = {}, ...children) {
  const [tag, ...classes] = name.split(".");
  const element = document.createElement(tag);
  if (classes.length) element.className = classes.join(" ");
  for (const [key, value] of Object.entries(attributes)) {
    const isProperty = typeof value === "function" || typeof value === "boolean" && !key.startsWith("aria-");
    if (isProperty) element[key] = value;
    else element.setAttribute(key, value);
  }
  element.append(...children.filter(child => child !== ""));
  return element;
}

const nameControl = element => element.ariaLabel ?? element.dataset.name ?? element.textContent;

/** Replace the children of an element, and keep the focus on the control with the same name. */
export function replace(parent, ...children) {
  const focused = parent.contains(document.activeElement) ? document.activeElement : null;
  const name = focused ? nameControl(focused) : null;
  parent.replaceChildren(...children.filter(child => child !== ""));
  if (!focused) return;
  const controls = [...parent.querySelectorAll("a, button, input, select, textarea")];
  controls.find(element => nameControl(element) === name)?.focus({ preventScroll: true });
}

/** Return a number with its noun: "1 card", "14 cards". */
export const count = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;

/** Return a text with a capital first letter. */
export const capitalise = text => text.charAt(0).toUpperCase() + text.slice(1);

/** Return a text that ends as a sentence does. */
export const finish = text => !text || /[.!?…]$/.test(text) ? text : `${text}.`;

/** Send values to the server; return its answer, or an object with `error`. */
export async function post(address, values = {}) {
  const response = await fetch(address, { method: "POST", body: JSON.stringify(values) }).catch(() => null);
  if (!response) return { error: "printgen does not answer. Start it again." };
  if (response.status === 204) return {};
  return response.json().catch(() => ({ error: "printgen could not do this." }));
}

/** Copy a text, and say so on the button for two seconds. */
export async function copy(text, button) {
  const label = button.textContent;
  const isCopied = await navigator.clipboard.writeText(text).then(() => true, () => false);
  button.textContent = isCopied ? "Copied" : "Select and copy";
  setTimeout(() => { button.textContent = label; }, 2000);
}
