import { HttpClient } from '@angular/common/http'
import { Component, InjectionToken, inject, signal } from '@angular/core'

export const BASE_URL = new InjectionToken<string>('BASE_URL')

interface Page {
  resources: { id: string; name: string }[]
}

@Component({
  selector: 'app-deployments',
  template: `
    <ul>
      @for (each of resources(); track each.id) {
        <li>{{ each.name }}</li>
      }
    </ul>
    <p>{{ problem() }}</p>
  `,
})
export class Deployments {
  readonly resources = signal<Page['resources']>([])
  readonly problem = signal('')

  constructor() {
    inject(HttpClient)
      .get<Page>(`${inject(BASE_URL)}/v2/deployments`)
      .subscribe({
        next: ({ resources }) => this.resources.set(resources),
        error: ({ status }) => this.problem.set(`The service answered ${status}.`),
      })
  }
}
