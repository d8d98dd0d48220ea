import { createContext } from 'preact'
import { useContext } from 'preact/hooks'

/** What a view tells the shell. */
export interface News {
  /** How many questions wait on the stream at hand. */
  readonly waiting?: number
  readonly guidelines?: string
}

/** What the shell does for views. */
export interface Shell {
  tell(news: News): void
  openHelp(): void
}

export const ShellContext = createContext<Shell>({ tell: () => {}, openHelp: () => {} })
export const useShell = (): Shell => useContext(ShellContext)
