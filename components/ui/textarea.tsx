import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'

export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea rows={3} className={classNames('input', className)} {...rest} />
}
