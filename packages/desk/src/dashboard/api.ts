import type { Schemas } from '@askance/server/client'

/** Short names for the API types used here. */
export type Agreement = Schemas['Agreement']
export type Confusion = Schemas['Confusion']
export type Decision = Schemas['Decision']
export type MultiLabelDecision = Schemas['MultiLabelDecision']
export type Explanation = Schemas['Explanation']
export type Features = Schemas['Features']
export type ItemDetail = Schemas['ItemDetail']
export type ListedItem = Schemas['ListedItem']
export type Quality = Schemas['Quality']
export type StreamStatus = Pick<Schemas['StreamStatus'], 'counts' | 'waitingSince' | 'withdrawn'>
export type TimelineWindow = Schemas['TimelineWindow']
