// The functions that the bundle turns elements into, which take the fewest bytes. The compiler checks elements by
// `preact/jsx-runtime`, which makes the same of them.
export { Fragment, h } from "preact"
