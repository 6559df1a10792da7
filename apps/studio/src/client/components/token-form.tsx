import { useSignal } from "@preact/signals";
import { setToken } from "../connection.js";

/** A tab that came without the token, such as one opened from a bookmark. */
export function TokenForm() {
  const typed = useSignal("");
  return (
    <main class="token-form">
      <h1>pd studio</h1>
      <p>
        This tab has no token. Open the address that <code>npm run studio</code> printed, or paste the part behind{" "}
        <code>#token=</code> here.
      </p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const token = typed.value.trim().replace(/^.*#token=/, "");
          if (token !== "") setToken(token);
        }}
      >
        <label for="token">Token</label>
        <div class="row">
          <input
            id="token"
            type="password"
            autocomplete="off"
            value={typed.value}
            onInput={(event) => {
              typed.value = event.currentTarget.value;
            }}
          />
          <button type="submit" class="button button-primary">
            Open
          </button>
        </div>
      </form>
    </main>
  );
}
