"""The report of `sudoku calibrate`."""

from clausal.models.sudoku_report import AgreementReport, CalibrateReport, CoefficientReport
from clausal.studies.sudoku.calibrate import Calibration


def calibrate_report(found: Calibration, file: str) -> CalibrateReport:
    """A calibration as programs see it; `file` is what the data is called."""
    return CalibrateReport(
        file=file,
        target=found.rated.target,
        grids=len(found.rated.grids),
        weighted=found.rated.is_weighted,
        model=found.model,
        figure=found.figure,
        coefficients=tuple(
            CoefficientReport(
                technique=one.technique, weight=one.weight, first_use=one.first_use, uses=one.uses, grids=one.grids
            )
            for one in found.coefficients
        ),
        criteria=tuple(
            AgreementReport(
                criterion=one.name,
                pearson=round(one.pearson, 4),
                spearman=round(one.spearman, 4),
                cross_validated_pearson=round(one.cross_validated_pearson, 4),
                cross_validated_spearman=round(one.cross_validated, 4),
            )
            for one in found.scores
        ),
        compared=found.compared,
        correlations=tuple(tuple(round(value, 4) for value in row) for row in found.correlations.tolist()),
    )
