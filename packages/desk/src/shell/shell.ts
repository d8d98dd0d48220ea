import { createContext } from 'preact'
import { useContext } from 'preact/hooks'

/** State that a view shares with the shell. */
export interface ShellUpdate {
  /** Open questions of the current stream. */
  readonly waiting?: number
  readonly guidelines?: string
}

/** Functions of the shell for views. */
interface Shell {
  update(news: ShellUpdate): void
  openHelp(): void
}

export const ShellContext = createContext<Shell>({ update: () => {}, openHelp: () => {} })
export const useShell = (): Shell => useContext(ShellContext)
