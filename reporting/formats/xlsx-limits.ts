/** Excel's own limits: rows of a sheet (the heading is one of them), UTF-16 units of a cell. */
export const XLSX_MAX_ROWS = 1_048_576;
export const XLSX_MAX_CELL_CHARACTERS = 32_767;

/**
 * Cells of a workbook, a number beside its exact text counted once. It is built in memory before it is packed: a
 * million of them took 1 GB and 40 s on a busy machine, of the 1.8 GB and 15 minutes of the function that writes
 * exports.
 */
export const XLSX_MAX_CELLS = 1_000_000;
