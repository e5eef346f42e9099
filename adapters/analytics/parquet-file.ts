import { ByteWriter, ParquetWriter, type SchemaElement } from 'hyparquet-writer';

/** The type of a column; `decimal` is given as the value times ten to its scale. */
export interface ParquetColumn {
  readonly name: string;
  readonly type: 'text' | 'decimal' | 'instant' | 'boolean' | 'whole';
}

/** A value by the type of its column: text and instants as text, decimals as unscaled whole numbers. */
export type Cell = string | bigint | boolean | number | null;
export type Row = Readonly<Record<string, Cell>>;

/** Precision and scale of the decimal columns. */
export interface DecimalColumns {
  readonly digits: number;
  readonly scale: number;
}

/** Takes a file piece by piece, in order. */
export interface ByteSink {
  readonly add: (bytes: Uint8Array) => Promise<void>;
  readonly finish: () => Promise<void>;
}

/**
 * Rows of a row group: some megabytes while it is put together, and large enough that a day of fifty
 * currencies is one. Memory never holds more than one, whatever the day holds.
 */
const ROWS_PER_GROUP = 20_000;

/** Bytes that hold 38 decimal digits and a sign. */
const DECIMAL_BYTES = 16;

/** Writes rows as Parquet, a row group at a time, to any byte sink. */
export class ParquetFile {
  readonly #columns: readonly ParquetColumn[];
  readonly #sink: ByteSink;
  readonly #bytes = new ByteWriter();
  readonly #parquet: ParquetWriter;
  #cells: unknown[][];
  #rows = 0;

  constructor(columns: readonly ParquetColumn[], decimals: DecimalColumns, sink: ByteSink) {
    this.#columns = columns;
    this.#sink = sink;
    const schema = [
      { name: 'row', num_children: columns.length },
      ...columns.map((column) => elementOf(column, decimals)),
    ];
    this.#parquet = new ParquetWriter({ writer: this.#bytes, schema, createdBy: 'sluice' });
    this.#cells = columns.map(() => []);
  }

  async add(row: Row): Promise<void> {
    for (const [index, { name, type }] of this.#columns.entries()) {
      const cell = row[name];
      if (cell === undefined) throw new Error(`a row without its column ${name}`);
      this.#cells[index]?.push(
        type === 'instant' && typeof cell === 'string' ? new Date(cell) : cell,
      );
    }
    this.#rows += 1;
    if (this.#rows === ROWS_PER_GROUP) await this.#writeGroup();
  }

  /** A file without rows is a file as well: it says that there were none. */
  async finish(): Promise<void> {
    await this.#writeGroup();
    await this.#parquet.finish();
    await this.#handOver();
    await this.#sink.finish();
  }

  async #writeGroup(): Promise<void> {
    if (this.#rows === 0) return;
    const columnData = this.#columns.map(({ name }, index) => ({
      name,
      data: this.#cells[index] ?? [],
    }));
    await this.#parquet.write({ columnData, rowGroupSize: ROWS_PER_GROUP });
    this.#cells = this.#columns.map(() => []);
    this.#rows = 0;
    await this.#handOver();
  }

  /** Written bytes leave; offsets within the file go on from there. */
  async #handOver(): Promise<void> {
    await this.#sink.add(this.#bytes.getBytes().slice());
    this.#bytes.index = 0;
  }
}

function elementOf(
  { name, type }: ParquetColumn,
  { digits, scale }: DecimalColumns,
): SchemaElement {
  const optional = { name, repetition_type: 'OPTIONAL' } as const;
  switch (type) {
    case 'text':
      return { ...optional, type: 'BYTE_ARRAY', converted_type: 'UTF8' };
    case 'decimal':
      return {
        ...optional,
        type: 'FIXED_LEN_BYTE_ARRAY',
        type_length: DECIMAL_BYTES,
        converted_type: 'DECIMAL',
        precision: digits,
        scale,
      };
    case 'instant':
      return { ...optional, type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' };
    case 'boolean':
      return { ...optional, type: 'BOOLEAN' };
    case 'whole':
      return { ...optional, type: 'INT32' };
    default:
      return type satisfies never;
  }
}
