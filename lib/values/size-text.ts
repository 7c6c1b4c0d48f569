const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB']

/** A number of bytes as people read it: "1 byte", "812 bytes", "12.4 KB", "50 MB". A KB is 1024 bytes. */
export function sizeText(bytes: number): string {
  if (bytes === 1) return '1 byte'
  let value = bytes
  let unit = 0
  // What would be shown as 1024 is shown as 1 of the next.
  while (Math.round(value * 10) / 10 >= 1024 && unit < UNITS.length - 1) {
    value /= 1024
    unit += 1
  }
  const shown = unit === 0 || value >= 100 ? Math.round(value) : Math.round(value * 10) / 10
  return `${shown} ${UNITS[unit]}`
}
