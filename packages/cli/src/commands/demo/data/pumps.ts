import { Random } from '@askance/core/internals'
import type { DemoData, DemoItem } from './data.js'

const ROWS = 4000
const SEED = 77

/** The limits of the guidelines. */
const MAX_PRESSURE = 6
const MIN_FLOW = 40
const MAX_VIBRATION = 7
const MAX_TEMPERATURE = 75

/** Generated readings of pumps, labelled by the rule of the guidelines. */
export const pumps: DemoData = {
  stream: 'pumps',
  title: 'Pumps: which need a visit?',
  guidelines: [
    `Blocked: the pressure is above ${MAX_PRESSURE} bar and the flow below ${MIN_FLOW} litres a minute.`,
    `Worn: not blocked, and the vibration is above ${MAX_VIBRATION} mm/s or the temperature above ${MAX_TEMPERATURE} °C.`,
    'Fine: all other readings. The readings are generated.',
  ].join('\n\n'),
  noun: 'reading',
  task: 'readings of pumps as fine, blocked or worn',
  classes: ['fine', 'blocked', 'worn'],
  budget: 0.05,
  exponent: 0.7,
  taught: 8,
  load: async () => {
    const random = new Random(SEED, 'demo/pumps')
    return Array.from({ length: ROWS }, () => reading(random))
  },
}

type State = 'fine' | 'clogging' | 'wearing'

/** A reading of a pump in some state; its label follows from the values alone. */
const reading = (random: Random): DemoItem => {
  const draw = random.uniform()
  const state: State = draw < 0.6 ? 'fine' : draw < 0.8 ? 'clogging' : 'wearing'
  const around = (mean: number, spread: number): number => mean + spread * random.normal()
  const load = 30 + 65 * random.uniform()
  const age = 4000 * random.uniform()
  const isClogging = state === 'clogging'
  const isWearing = state === 'wearing'
  const features = {
    pressure_bar: tenth(around(isClogging ? 7 : 4.4, 0.9) + load / 100),
    flow_l_min: Math.max(2, Math.round(around(isClogging ? 26 : 62, 9) + load / 8)),
    vibration_mm_s: tenth(Math.abs(around(isWearing ? 8.2 : 3.4, 1.5) + age / 4000)),
    temperature_c: Math.round(around(isWearing ? 72 : 55, 6) + load / 20),
    load_percent: Math.round(load),
    speed_rpm: 10 * Math.round(around(145, 2)),
    hours_since_service: Math.round(age),
  }
  return { features, label: labelOf(features) }
}

const labelOf = ({
  pressure_bar,
  flow_l_min,
  vibration_mm_s,
  temperature_c,
}: Record<'pressure_bar' | 'flow_l_min' | 'vibration_mm_s' | 'temperature_c', number>): string => {
  if (pressure_bar > MAX_PRESSURE && flow_l_min < MIN_FLOW) return 'blocked'
  return vibration_mm_s > MAX_VIBRATION || temperature_c > MAX_TEMPERATURE ? 'worn' : 'fine'
}

const tenth = (value: number): number => Math.round(10 * value) / 10
