import { createContext } from 'preact'

/** The columns of the file that the items of a stream come from. */
export const FileColumns = createContext<readonly string[]>([])
