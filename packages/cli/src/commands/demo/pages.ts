import type { Asset } from '@askance/server'

/** The web pages, loaded when they are needed. */
export const loadPages = async (): Promise<readonly Asset[]> => {
  const { deskAssets } = await import('@askance/desk/assets')
  return deskAssets({ demo: true })
}
