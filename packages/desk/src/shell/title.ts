import { useEffect } from 'preact/hooks'
import { say } from '../words/say.js'
import type { Route } from './routes.js'

const pageTitle = (route: Route): string => {
  const stream = 'stream' in route && route.stream !== undefined ? [route.stream] : []
  const view = {
    streams: say('shell.streams'),
    new: say('streams.new.title'),
    desk: say('shell.desk'),
    dashboard: say('shell.dashboard'),
    items: say('shell.items'),
    review: say('shell.review'),
    people: say('shell.people'),
    join: say('shell.join.title'),
    lab: say('shell.lab'),
    'sign-in': say('shell.signIn.title'),
    unknown: say('common.unknownPage'),
  }[route.view]
  return [view, ...stream, say('common.askance')].join(' · ')
}

/** Sets the tab title. */
export const useTitle = (route: Route): void => {
  const title = pageTitle(route)
  useEffect(() => {
    document.title = title
  }, [title])
}
