// The cells of the rows, columns and boxes that sentences name, so that a reason can be drawn.

const NAMES = { row: /\b(?:row|ligne|rangée) (\d+)/gi, column: /\b(?:column|colonne) (\d+)/gi, box: /\b(?:box|bloc|carré) (\d+)/gi };
const numbers = (text, pattern) => new Set([...text.matchAll(pattern)].map(([, number]) => Number(number) - 1));

/** Returns the names ("r1c3") of all cells in the houses that the sentences name; `boxOf(row, column)` numbers boxes from 0. */
export function housesIn(sentences, { rows, columns, boxOf = () => -1 }) {
  const text = sentences.join("\n"), [lines, files, boxes] = ["row", "column", "box"].map((kind) => numbers(text, NAMES[kind]));
  const cells = new Set();
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      if (lines.has(row) || files.has(column) || boxes.has(boxOf(row, column))) cells.add(`r${row + 1}c${column + 1}`);
    }
  }
  return cells;
}

/** Returns the box numbers of a drawing, in the order of their first cells. */
export function boxesOf({ columns, regions = [] }) {
  const order = [...new Set(regions)];
  return (row, column) => order.indexOf(regions[row * columns + column]);
}
