import { SETTING_NAMES } from '#lib/env.ts'

/** Prefixes that only settings of Counterfoil have. */
const OURS = /^(SIMULATOR|SETTLE|RATE_LIMIT|CONNECTIONS)_/

type Variables = Record<string, string | undefined>

/**
 * Unknown names that are probably settings, each with the nearest setting. The .env file is for Counterfoil, so two
 * wrong letters count there; the environment is shared with other software, so one does, and only while the setting
 * itself is absent.
 */
export function misspeltSettings(file: Variables, environment: Variables): Map<string, string> {
  const found = new Map<string, string>()
  for (const name of Object.keys(file)) {
    const { setting, distance } = nearest(name)
    const near = setting.length < 7 ? distance === 1 && isSlip(name, setting) : distance <= 2
    if (distance > 0 && (near || OURS.test(name))) found.set(name, setting)
  }
  for (const name of Object.keys(environment)) {
    // One letter more or less is one letter wrong, and comparing with every setting took 145 ms of the start.
    const alike = SETTING_NAMES.filter((setting) => Math.abs(setting.length - name.length) <= 1)
    if (alike.length === 0) continue
    const { setting, distance } = nearest(name, alike)
    if (distance === 1 && setting.length >= 7 && !environment[setting]) found.set(name, setting)
  }
  return found
}

/** For short names, those with a letter swapped, missing or extra: POST is no PORT. */
function isSlip(name: string, setting: string): boolean {
  const letters = (text: string) => [...text].sort().join('')
  return name.length !== setting.length || letters(name) === letters(setting)
}

function nearest(
  name: string,
  settings: readonly string[] = SETTING_NAMES,
): { setting: string; distance: number } {
  const all = settings.map((setting) => ({ setting, distance: distanceOf(name, setting) }))
  return all.reduce((best, one) => (one.distance < best.distance ? one : best))
}

/** How many letters are missing, extra, wrong or swapped with their neighbour. */
function distanceOf(a: string, b: string): number {
  if (a === b) return 0
  if (Math.abs(a.length - b.length) > 40) return 40
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, column) => column)]
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const at = (k: number, l: number) => (k === i ? row[l] : rows[k]?.[l]) ?? 0
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const steps = [at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + same]
      row.push(Math.min(...steps, swapped ? at(i - 2, j - 2) + 1 : Infinity))
    }
    rows.push(row)
  }
  return rows[a.length]?.[b.length] ?? 40
}
