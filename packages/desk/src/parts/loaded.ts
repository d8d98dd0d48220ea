import { useCallback, useEffect, useRef, useState } from 'preact/hooks'

export interface Loaded<Data> {
  readonly data: Data | undefined
  readonly error: unknown
  /** Reloads; the old data stays until the new data arrives. */
  reload(): void
}

/** Loads data on mount, when `keys` change, and on `reload`. The last request wins. */
export const useLoaded = <Data>(
  load: (signal: AbortSignal) => Promise<Data>,
  keys: readonly unknown[],
): Loaded<Data> => {
  const [state, setState] = useState<{ data?: Data; error?: unknown }>({})
  const under = useRef<AbortController>(undefined)
  const latest = useRef(load)
  latest.current = load
  const reload = useCallback(() => {
    under.current?.abort()
    const control = new AbortController()
    under.current = control
    latest.current(control.signal).then(
      (data) => !control.signal.aborted && setState({ data }),
      (error) =>
        !control.signal.aborted && setState(({ data }) => ({ ...(data !== undefined && { data }), error })),
    )
  }, [])
  useEffect(() => {
    setState({})
    reload()
    return () => under.current?.abort()
  }, keys)
  return { data: state.data, error: state.error, reload }
}
