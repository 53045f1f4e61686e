"""Classic 9x9 grids by the thousand: read by NumPy, solved by the compiled engine `bits`, checked by its referee."""

from entails.models.block import Block, Counted, InBlocks
from entails.models.sudoku import Grid, Shape
from entails.models.sudoku.blocks import of_grids, of_texts, read_blocks, text
from entails.solvers.sudoku.bits import ENGINE
from entails.solvers.sudoku.bits_batch import solve_many


def _count(block: Block[Grid], limit: int) -> Counted:
    return solve_many(block.rows, limit)


IN_BLOCKS: InBlocks[Grid] = InBlocks(
    engine=ENGINE.name,
    encoder="native",
    read=lambda pieces, settings: read_blocks(pieces, Shape.named(settings.shape) if settings.shape else None),
    of=of_grids,
    of_texts=of_texts,
    count=_count,
    text=text,
)
