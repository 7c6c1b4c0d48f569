/** What an operation returns when its response is written already: the JSON that its output would make, to the byte. */
export class JsonText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}
