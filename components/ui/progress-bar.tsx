type ProgressBarProps = {
  /** What makes progress: its accessible name. */
  label: string
  value: number
  max: number
  /** The id of the text that says the same in words. */
  describedBy?: string
  className?: string
}

/** How far something has come, drawn alike in every browser and in the colours of the system where these are forced. */
export function ProgressBar({ label, value, max, describedBy, className = 'w-full' }: ProgressBarProps) {
  return (
    <progress
      className={`block h-1.5 appearance-none overflow-hidden rounded-[3px] border-0 bg-plain-tint forced-colors:border forced-colors:bg-[Canvas] [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-plain-tint [&::-webkit-progress-value]:bg-accent forced-colors:[&::-moz-progress-bar]:bg-[Highlight] forced-colors:[&::-webkit-progress-bar]:bg-[Canvas] forced-colors:[&::-webkit-progress-value]:bg-[Highlight] [&::-webkit-progress-value]:transition-[width] [&::-webkit-progress-value]:duration-120 [&::-webkit-progress-value]:ease-linear forced-colors:forced-color-adjust-none ${className}`}
      aria-label={label}
      aria-describedby={describedBy}
      value={value}
      max={Math.max(1, max)}
    />
  )
}
