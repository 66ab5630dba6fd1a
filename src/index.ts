/** The typed client of the service, for programs of your own: public entry `orgform`. */
export { type Api, type ClientOptions, createClient } from "./api/client.ts";
export {
  ApiError,
  ConfigError,
  DecodeError,
  IncompleteListError,
  isApiError,
  isDecodeError,
  isOrgformError,
  isTransportError,
  OrgformError,
  TransportError,
} from "./api/errors.ts";
