// Puzzles of the npm package pzpr for tests: a JSON object a line from standard input, a JSON object a line to standard output.
//
// {"genres": true} asks for the genres. {"address": ..., "answer": [[x, y, property, value], ...]} opens an address,
// enters an answer (x and y in halves of a cell, as pzpr counts them), and tells the address that pzpr writes and what
// its checker finds wrong.
const { createInterface } = require("node:readline");
const { createRequire } = require("node:module");
const { join } = require("node:path");

const pzpr = createRequire(join(process.argv[2], "any.js"))("pzpr");
const puzzle = new pzpr.Puzzle({ type: "player" });

function opened({ address, answer }) {
  puzzle.open(address);
  if (!puzzle.ready) throw new Error("it is not opened");
  const written = puzzle.getURL();
  const board = puzzle.board;
  for (const [x, y, property, value] of answer) board.getobj(x, y)[property] = value;
  board.rebuildInfo();
  const found = puzzle.check(true);
  return { pid: puzzle.pid, address: written, complete: found.complete, codes: Array.from({ length: found.length }, (_, place) => found[place]) };
}

function answered(request) {
  if (request.genres) return { genres: pzpr.variety.getList() };
  try {
    return opened(request);
  } catch (error) {
    return { error: String(error) };
  }
}

createInterface({ input: process.stdin }).on("line", (line) => console.log(JSON.stringify(answered(JSON.parse(line)))));
