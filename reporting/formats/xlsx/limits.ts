/** Excel's own limits: rows of a sheet (the heading is one of them), UTF-16 units of a cell. */
export const XLSX_MAX_ROWS = 1_048_576;
export const XLSX_MAX_CELL_CHARACTERS = 32_767;
