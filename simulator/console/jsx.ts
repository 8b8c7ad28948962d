// What the bundle makes of an element: the call of Preact that takes the fewest bytes. The compiler checks elements by
// `preact/jsx-runtime`, which makes the same of them.
export { Fragment, h } from "preact"
