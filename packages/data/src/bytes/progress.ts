/** Told after every chunk how many bytes were read, and of how many where that is known. */
export type Progress = (done: number, total: number | undefined) => void
