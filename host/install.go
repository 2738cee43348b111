package host

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/synrun/synrun/manifest"
)

// InstallRequest is an archive with one plugin.
type InstallRequest struct {
	Source string // a file, or an http or https URL
	SHA256 string // what the archive must hash to; empty: anything
	Force  bool   // also over the same or a newer version
	By     string
}

const (
	connectTimeout  = 10 * time.Second
	downloadTimeout = 60 * time.Second
	maxRedirects    = 5
)

// Install unpacks an archive into the user's folder of its format. Nothing of it
// runs, and nothing is left behind when it is refused. The plugin is off.
func (h *Host) Install(ctx context.Context, req InstallRequest) (*manifest.Plugin, string, error) {
	packed, err := fetch(ctx, req)
	if err != nil {
		return nil, "", failed("install", err.Error(), "")
	}
	defer os.Remove(packed)
	// Both roots are known before the format is; staging lies in home and is
	// moved, or copied where the root is on another disk.
	stage, err := os.MkdirTemp(h.stagingRoot(), ".staging-")
	if err != nil {
		return nil, "", failed("install", "cannot stage plugin: "+err.Error(), "")
	}
	defer os.RemoveAll(stage)
	f, err := os.Open(packed)
	if err != nil {
		return nil, "", failed("install", "cannot read file: "+packed, "")
	}
	defer f.Close()
	if err := manifest.Unpack(f, stage); err != nil {
		return nil, "", failed("install", err.Error(), "a .tar.gz: tar czf NAME.tar.gz -C FOLDER-OF-THE-PLUGIN .")
	}
	p, err := manifest.ReadStaged(stage)
	if err != nil {
		return nil, "", failed("install", err.Error(), "")
	}
	if p.Broken() {
		return nil, "", failed("install", p.Err, "")
	}
	return h.place(p, req)
}

func (h *Host) stagingRoot() string {
	root := h.places.GlobalDir()
	if os.MkdirAll(root, 0o700) != nil {
		return "" // the folder for temporary files; MkdirTemp says what is wrong
	}
	return root
}

// installRoot is the user's folder of a format.
func (h *Host) installRoot(f manifest.Format) string {
	if f == manifest.FormatRPC {
		return filepath.Join(h.places.ConfigDir(), "amber", "plugins")
	}
	return h.places.GlobalDir()
}

// place moves a staged plugin to where it belongs.
func (h *Host) place(p *manifest.Plugin, req InstallRequest) (*manifest.Plugin, string, error) {
	dir := filepath.Join(h.installRoot(p.Format), p.ID)
	old := readAt(p.Format, dir)
	was := ""
	if old != nil {
		was = old.Version
		switch c := manifest.CompareVersions(p.Version, was); {
		case req.Force:
		case p.Version == was:
			return nil, "", failed("install", strings.Replace(fmt.Sprintf("plugin '%s' %s is already installed (--force reinstalls it)", p.ID, was), "  ", " ", 1), "")
		case c < 0:
			return nil, "", failed("install", fmt.Sprintf("refusing to downgrade '%s' from %s to %s (--force)", p.ID, was, p.Version), "")
		}
		if err := h.stop(old); err != nil {
			return nil, "", err
		}
	}
	if err := swap(p.Dir, dir); err != nil {
		return nil, "", failed("install", "cannot stage plugin: "+err.Error(), "")
	}
	now := readAt(p.Format, dir)
	if now == nil {
		return nil, "", failed("install", "cannot stage plugin: it is gone", "")
	}
	if err := h.state.Set(now, false); err != nil {
		return nil, "", err
	}
	if err := h.disapprove(now); err != nil {
		return nil, "", err
	}
	if err := h.manage("install", now, "", req.By, strings.TrimSpace(req.Source+" "+now.Version)); err != nil {
		return nil, "", err
	}
	const off = "; it is off — turn it on with: synrun plugin on "
	if old != nil && now.Version != was {
		return now, fmt.Sprintf("upgraded %s %s → %s%s%s", p.ID, was, now.Version, off, p.ID), nil
	}
	return now, strings.Replace(fmt.Sprintf("installed %s %s in %s%s%s", p.ID, now.Version, dir, off, p.ID), "  ", " ", 1), nil
}

// readAt reads an installed plugin; nil when there is none.
func readAt(f manifest.Format, dir string) *manifest.Plugin {
	if _, err := os.Stat(filepath.Join(dir, manifest.FileOf(f))); err != nil {
		return nil
	}
	if f == manifest.FormatRPC {
		return manifest.ReadRPC(dir, manifest.ScopeUser)
	}
	return manifest.ReadPlugin(dir, manifest.ScopeGlobal, false)
}

// swap puts a folder into its place and removes the one that was there, keeping
// from it what is not code: state and settings of an rpc plugin.
func swap(from, to string) error {
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	next := filepath.Join(filepath.Dir(to), ".staging-"+filepath.Base(to)+"-next")
	if err := os.RemoveAll(next); err != nil {
		return err
	}
	if err := os.Rename(from, next); err != nil {
		if err := os.CopyFS(next, os.DirFS(from)); err != nil {
			os.RemoveAll(next)
			return err
		}
	}
	if err := os.Chmod(next, 0o755); err != nil {
		return err
	}
	if conf, err := os.ReadFile(filepath.Join(to, "plugin.conf")); err == nil {
		if err := manifest.WriteFile(filepath.Join(next, "plugin.conf"), conf); err != nil {
			return err
		}
	}
	gone := filepath.Join(filepath.Dir(to), ".staging-"+filepath.Base(to)+"-old")
	if err := os.RemoveAll(gone); err != nil {
		return err
	}
	if err := os.Rename(to, gone); err != nil && !os.IsNotExist(err) {
		return err
	}
	if err := os.Rename(next, to); err != nil {
		_ = os.Rename(gone, to) // put back what was there
		return err
	}
	return os.RemoveAll(gone)
}

// fetch brings the archive into a file of its own.
func fetch(ctx context.Context, req InstallRequest) (string, error) {
	var src io.ReadCloser
	failing := "cannot read file: " + req.Source
	if strings.HasPrefix(req.Source, "http://") || strings.HasPrefix(req.Source, "https://") {
		ctx, stop := context.WithTimeout(ctx, downloadTimeout)
		defer stop()
		failing = "download failed"
		body, err := download(ctx, req.Source)
		if err != nil {
			return "", err
		}
		src = body
	} else {
		f, err := os.Open(req.Source)
		if err != nil {
			return "", errors.New(failing)
		}
		src = f
	}
	defer src.Close()
	out, err := os.CreateTemp("", "synrun-install-*")
	if err != nil {
		return "", fmt.Errorf("cannot stage plugin: %w", err)
	}
	sum := sha256.New()
	n, err := io.Copy(io.MultiWriter(out, sum), io.LimitReader(src, manifest.MaxPacked+1))
	if cerr := out.Close(); err == nil {
		err = cerr
	}
	switch {
	case err != nil:
		err = fmt.Errorf("%s: %w", failing, err)
	case n > manifest.MaxPacked:
		err = fmt.Errorf("%s: larger than %d MiB", failing, manifest.MaxPacked>>20)
	case req.SHA256 != "" && !strings.EqualFold(req.SHA256, hex.EncodeToString(sum.Sum(nil))):
		err = fmt.Errorf("the archive's SHA-256 is %x, expected %s", sum.Sum(nil), strings.ToLower(req.SHA256))
	}
	if err != nil {
		os.Remove(out.Name())
		return "", err
	}
	return out.Name(), nil
}

func download(ctx context.Context, url string) (io.ReadCloser, error) {
	client := &http.Client{
		Transport: &http.Transport{
			Proxy:       http.ProxyFromEnvironment,
			DialContext: (&net.Dialer{Timeout: connectTimeout}).DialContext,
		},
		CheckRedirect: func(r *http.Request, via []*http.Request) error {
			switch {
			case len(via) > maxRedirects:
				return fmt.Errorf("more than %d redirects", maxRedirects)
			case via[len(via)-1].URL.Scheme == "https" && r.URL.Scheme != "https":
				return fmt.Errorf("redirected from https to %s", r.URL.Scheme)
			}
			return nil
		},
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, fmt.Errorf("download failed: %w", err)
	}
	resp, err := client.Do(r)
	if err != nil {
		return nil, fmt.Errorf("download failed: %w", err)
	}
	if resp.StatusCode != http.StatusOK {
		resp.Body.Close()
		return nil, fmt.Errorf("download failed: HTTP %d", resp.StatusCode)
	}
	return resp.Body, nil
}

// Uninstall removes what Install, or the pull of a lamp, brought, with its state:
// also where a plugin of the project, which stays, stands in front of it.
func (h *Host) Uninstall(p *manifest.Plugin, by string) (string, error) {
	if p.Format != manifest.FormatLamp && p.Scope == manifest.ScopeProject {
		if behind := readAt(p.Format, filepath.Join(h.installRoot(p.Format), p.ID)); behind != nil {
			p = behind
		}
	}
	switch {
	case p.Format == manifest.FormatLamp && p.Scope == manifest.ScopeProject:
		return "", failed("uninstall", fmt.Sprintf("refusing to uninstall a workspace plugin: delete %s by hand", p.Dir), "")
	case p.Format == manifest.FormatLamp:
	case p.Scope == manifest.ScopeProject, p.Scope == manifest.ScopeExtra:
		return "", failed("uninstall", fmt.Sprintf("refusing to uninstall a workspace plugin: delete %s by hand", p.Dir), "")
	case filepath.Dir(p.Dir) != h.installRoot(p.Format):
		return "", failed("uninstall", "refusing to uninstall system-shipped plugin", "")
	}
	if err := h.stop(p); err != nil {
		return "", err
	}
	if err := h.state.Forget(p); err != nil {
		return "", err
	}
	if err := h.disapprove(p); err != nil {
		return "", err
	}
	if err := os.RemoveAll(p.Dir); err != nil {
		return "", failed("delete", fmt.Sprintf("could not delete %s: %v", p.Dir, err), "")
	}
	if err := h.manage("uninstall", p, "", by, ""); err != nil {
		return "", err
	}
	return "uninstalled " + p.ID, nil
}
