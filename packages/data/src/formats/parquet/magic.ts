/** The bytes every Parquet file begins and ends with: PAR1. */
export const MAGIC = [0x50, 0x41, 0x52, 0x31]

export const isParquet = (bytes: Uint8Array): boolean => MAGIC.every((byte, k) => bytes[k] === byte)
