import type { Schemas } from '@askance/server/client'

/** What the service tells of a stream, by the names that are used here. */
export type Agreement = Schemas['Agreement']
export type Confusion = Schemas['Confusion']
export type Decision = Schemas['Decision']
export type Explanation = Schemas['Explanation']
export type Features = Schemas['Features']
export type ItemDetail = Schemas['ItemDetail']
export type ListedItem = Schemas['ListedItem']
export type Quality = Schemas['Quality']
export type StreamStatus = Pick<Schemas['StreamStatus'], 'counts' | 'waitingSince' | 'withdrawn'>
export type TimelineWindow = Schemas['TimelineWindow']
