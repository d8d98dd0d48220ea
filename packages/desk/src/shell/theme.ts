import { readStored, writeStored } from './storage.js'

type Theme = 'light' | 'dark'

const isTheme = (value: string | undefined | null): value is Theme => value === 'light' || value === 'dark'

/** Dispatched when the theme changes, for canvases. */
export const THEME_CHANGED = 'askance-theme'

const show = (theme: Theme): void => {
  document.documentElement.dataset.theme = theme
  dispatchEvent(new Event(THEME_CHANGED))
}

/** Applies the stored theme, else that of the system. */
export const startTheme = (): void => {
  const chosen = readStored('theme')
  if (isTheme(chosen)) show(chosen)
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () =>
    dispatchEvent(new Event(THEME_CHANGED)),
  )
}

export const switchTheme = (): void => {
  const shown = document.documentElement.dataset.theme
  const isDark = isTheme(shown) ? shown === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  const theme = isDark ? 'light' : 'dark'
  writeStored('theme', theme)
  show(theme)
}
