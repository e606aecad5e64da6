// A plugin for Stryker: leaves the class names of elements unmutated.

/**
 * A place in the syntax tree, as Babel describes it.
 *
 * @typedef {{ type: string, name?: string | Name, key?: Name, left?: { property?: Name } }} Syntax
 * @typedef {{ type: string, name?: string }} Name
 */

const GIVES = 'gives class names';

/** @param {Syntax} node */
function nameOf({ type, name, key, left }) {
  if (type === 'JSXAttribute' && typeof name === 'object') return name.name;
  if (type === 'ObjectProperty') return key?.name;
  return type === 'AssignmentExpression' ? left?.property?.name : undefined;
}

export const strykerPlugins = [
  {
    kind: 'Ignore',
    name: 'class-names',
    value: {
      /** @param {{ node: Syntax }} path */
      shouldIgnore: ({ node }) => (nameOf(node) === 'className' ? GIVES : undefined),
    },
  },
];
