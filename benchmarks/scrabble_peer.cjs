// Solves positions with npm's scrabble-solver, for benchmarks/scrabble.py. Reads a JSON task from standard input; prints
// for each position [placements, best, sum, CPU milliseconds of each round].
const { readFileSync } = require("node:fs");
const { buildGaddag } = require("@kamilmielnik/gaddag");
const { getConfig } = require("@scrabble-solver/configs");
const { solve } = require("@scrabble-solver/solver");
const { Board, Game, Locale, Tile } = require("@scrabble-solver/types");

const task = JSON.parse(readFileSync(0, "utf8"));
const words = readFileSync(task.words, "utf8").toLowerCase().split(/\s+/).filter(Boolean);
const gaddag = buildGaddag(words);
const config = getConfig(Game.Scrabble, task.language === "french" ? Locale.FR_FR : Locale.EN_US);

function cpu(usage) {
  return (usage.user + usage.system) / 1000;
}

function boardOf(rows) {
  const board = Board.fromStringArray(rows.map((row) => row.toLowerCase().replaceAll(".", " ")));
  rows.forEach((row, y) =>
    [...row].forEach((symbol, x) => {
      if (/[a-z]/.test(symbol)) board.rows[y][x].tile.isBlank = true;
    }),
  );
  return board;
}

function tilesOf(rack) {
  return [...rack].map((symbol) => new Tile({ character: symbol === "?" ? " " : symbol.toLowerCase(), isBlank: symbol === "?" }));
}

for (const [rows, rack] of task.positions) solve(gaddag, config, boardOf(rows), tilesOf(rack)); // warm up
const answers = task.positions.map(([rows, rack]) => {
  const times = [];
  let results = [];
  for (let round = 0; round < task.rounds; round++) {
    const [board, tiles] = [boardOf(rows), tilesOf(rack)];
    const before = process.cpuUsage();
    results = solve(gaddag, config, board, tiles);
    times.push(cpu(process.cpuUsage(before)));
  }
  const points = results.map((result) => result.points);
  return [points.length, Math.max(-1, ...points), points.reduce((sum, one) => sum + one, 0), times];
});
console.log(JSON.stringify(answers));
