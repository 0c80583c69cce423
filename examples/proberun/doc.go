// Package proberun runs probes for real: it is a [probe.Runner] that starts
// commands, sends requests, and drives pages in a headless Chromium.
//
//	server, err := proberun.StartServer(ctx, "node server.js", proberun.WithShell("/bin/sh"))
//	if err != nil {
//		return err
//	}
//	defer server.Close()
//	runner, err := proberun.New(proberun.WithShell("/bin/sh"),
//		proberun.WithBaseURL(server.URL()), proberun.WithBrowser("/usr/bin/chromium"))
//	if err != nil {
//		return err
//	}
//	report := probe.Replay(ctx, manifest, runner)
//
// # Model
//
// A shell entry runs as sh -c CMD in the directory of [WithDir]; the variable
// [BaseURLVariable] tells it where the server is. An HTTP entry is sent below
// the base URL, without a proxy, without cookies, and without following
// redirects. A web entry opens its file in a browser of its own: below the base
// URL when there is one, else from the directory, which is then served on a
// loopback port for as long as the entry runs. [WithPages] names a directory
// whose pages are always served that way.
//
// What counts as an error of a page: calls of console.error, failed
// console.assert, exceptions that nothing caught, and errors that the browser
// itself logs. A request fails when there is no response, or one of status 400
// or more; it counts as a failed request and not as a console error too.
//
// A page is at rest when it has loaded, an animation frame has passed and no
// request is under way. The runner waits for that before the first interaction,
// after each one, and before and after the smoke, so that what a click sets off
// is counted. What a page does later, by a timer, must be awaited by the smoke.
//
// # Guarantees
//
// A call is over, with everything that it started, when it returns: a command
// is the leader of a process group that is ended with it, in the background or
// not, and each web entry has its own browser with an empty profile. Nothing is
// shared between entries but the server.
//
// # Errors
//
// An entry that could not be run is an error of the call, and fails the entry:
// no shell, browser or base URL was named ([ErrNoShell], [ErrNoBrowser],
// [ErrNoBaseURL]), there was no response, the page did not open, the smoke threw.
// An interaction whose element does not come up is no error: the interactions
// that ran are fewer than were asked for.
//
// # Limits
//
// A process that leaves its group, as a daemon does, is not ended. On systems
// without process groups only the process itself is. As root the browser runs
// without its sandbox, because it refuses to start with it. Frames of other
// sites and workers are not watched for errors. A page that never comes to rest,
// as one that polls does not, is used as it is after the time of [WithPatience].
package proberun
