/** The filter of the list. Empty texts select everything. */
export interface Filter {
  readonly search: string
  readonly status: '' | 'answered' | 'open' | 'predicted'
  readonly label: string
  readonly predicted: string
  readonly by: string
  /** The range of the confidence in percent, as typed. */
  readonly min: string
  readonly max: string
}

export const noFilter: Filter = {
  search: '',
  status: '',
  label: '',
  predicted: '',
  by: '',
  min: '',
  max: '',
}

const names = Object.keys(noFilter) as readonly (keyof Filter)[]
const statuses: readonly string[] = ['answered', 'open', 'predicted']

/** A percentage as a share; undefined if it is empty or no number. */
const shareOf = (percent: string): number | undefined => {
  const value = Number(percent.trim().replace(',', '.'))
  return percent.trim() === '' || !Number.isFinite(value) ? undefined : Math.min(1, Math.max(0, value / 100))
}

/**
 * The query of the API.
 *
 * @example
 * filterQuery({ ...noFilter, search: ' card ', max: '60' }) // => { search: 'card', maxConfidence: 0.6 }
 * filterQuery(noFilter) // => {}
 */
export const filterQuery = ({ search, status, label, predicted, by, min, max }: Filter) => {
  const [minConfidence, maxConfidence] = [shareOf(min), shareOf(max)]
  const text = search.trim()
  return {
    ...(text !== '' && { search: text }),
    ...(status !== '' && { status }),
    ...(label !== '' && { label }),
    ...(predicted !== '' && { predicted }),
    ...(by !== '' && { by }),
    ...(minConfidence !== undefined && { minConfidence }),
    ...(maxConfidence !== undefined && { maxConfidence }),
  }
}

/**
 * The filter as the search part of an address, so that a filtered list can be shared.
 *
 * @example
 * filterSearch({ ...noFilter, status: 'open', label: 'a&b' }) // => '?status=open&label=a%26b'
 */
export const filterSearch = (filter: Filter): string => {
  const parts = new URLSearchParams(names.flatMap((name) => (filter[name] ? [[name, filter[name]]] : [])))
  return parts.size === 0 ? '' : `?${parts}`
}

/** Reads a filter from the search part of an address. Unknown values are dropped. */
export const filterFrom = (search: string): Filter => {
  const given = new URLSearchParams(search)
  const read = Object.fromEntries(names.map((name) => [name, given.get(name) ?? ''])) as unknown as Filter
  return statuses.includes(read.status) ? read : { ...read, status: '' }
}
