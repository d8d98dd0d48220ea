import { createContext } from 'preact'
import { useContext } from 'preact/hooks'

/** What a view tells the shell. */
export interface ShellUpdate {
  /** How many questions wait on the stream at hand. */
  readonly waiting?: number
  readonly guidelines?: string
}

/** What the shell does for views. */
export interface Shell {
  update(news: ShellUpdate): void
  openHelp(): void
}

export const ShellContext = createContext<Shell>({ update: () => {}, openHelp: () => {} })
export const useShell = (): Shell => useContext(ShellContext)
