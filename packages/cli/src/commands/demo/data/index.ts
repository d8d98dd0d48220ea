import type { DemoData } from './data.js'
import { mails } from './mails.js'
import { pumps } from './pumps.js'
import { tickets } from './tickets.js'

/** The data that a demo can show, by the value of `--with`. */
export const demoData = { mails, tickets, table: pumps } as const satisfies Record<string, DemoData>

export type DataName = keyof typeof demoData
export const DATA_NAMES = Object.keys(demoData) as DataName[]
