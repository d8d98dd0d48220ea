import type { IndexBase } from '@askance/data'

/** From where the data counts its features, as all commands that read data have it. */
export const baseFlag = {
  type: 'text',
  choices: ['auto', '0', '1'],
  summary: 'from where the file counts its features',
} as const

export const baseOf = (text: string | undefined): IndexBase | 'auto' =>
  text === '0' ? 0 : text === '1' ? 1 : 'auto'
