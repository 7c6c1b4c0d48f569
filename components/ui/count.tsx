import { usePreferences } from '#components/ui/preferences.ts'
import { countText, figures } from '#lib/values/number-text.ts'

type CountProps = {
  of: number
  /** What is counted: "12,000 requests". Without it the figures alone. */
  noun?: string
  /** Default: `noun` and an s. */
  nouns?: string
}

/** The one way a count is shown: in figures grouped as the reader prefers, like amounts. */
export function Count({ of, noun, nouns = `${noun}s` }: CountProps) {
  const { grouping } = usePreferences()
  return noun === undefined ? figures(of, grouping) : countText(of, noun, nouns, grouping)
}
