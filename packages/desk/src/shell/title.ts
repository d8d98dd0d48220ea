import { useEffect } from 'preact/hooks'
import { say } from '../words/say.js'
import type { Place } from './places.js'

const titleOf = (place: Place): string => {
  const stream = 'stream' in place && place.stream !== undefined ? [place.stream] : []
  const view = {
    streams: say('shell.streams'),
    new: say('streams.new.title'),
    desk: say('shell.desk'),
    dashboard: say('shell.dashboard'),
    lab: say('shell.lab'),
    'sign-in': say('shell.signIn.title'),
    unknown: say('common.unknownPage'),
  }[place.view]
  return [view, ...stream, say('common.askance')].join(' · ')
}

/** Names the tab after what is shown. */
export const useTitle = (place: Place): void => {
  const title = titleOf(place)
  useEffect(() => {
    document.title = title
  }, [title])
}
