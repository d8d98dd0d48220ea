import { useEffect, useState } from 'preact/hooks'

/** Tracks a media query, for content that should not be in the page at all. */
export const useMedia = (query: string): boolean => {
  const [matches, setMatches] = useState(() => matchMedia(query).matches)
  useEffect(() => {
    const media = matchMedia(query)
    const note = () => setMatches(media.matches)
    note()
    media.addEventListener('change', note)
    return () => media.removeEventListener('change', note)
  }, [query])
  return matches
}
