import { LingeringResponse, type Sent } from './lingering-response';

/**
 * The longest address to redirect to. Next repeats an address in two headers, and proxies read all
 * headers of an answer into 4 KB.
 */
const MAX_LOCATION_LENGTH = 1800;

/**
 * The response of every request
 * (https://nodejs.org/api/http.html#httpcreateserveroptions-requestlistener).
 */
export class SiteResponse extends LingeringResponse {
  override writeHead(status: number, ...rest: Sent): this {
    return super.writeHead(this.#refuseLongAddress(status), ...rest);
  }

  #refuseLongAddress(status: number): number {
    if (String(this.getHeader('Location') ?? '').length <= MAX_LOCATION_LENGTH) return status;
    this.removeHeader('Location');
    this.removeHeader('Refresh');
    this.setHeader('Cache-Control', 'no-store');
    return 414;
  }
}
