package audit

import (
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// Keys of the record, in <home>/keys: one line of lower-case hex each.
const (
	signKeyFile   = "audit.key" // seed of the ed25519 key of checkpoints
	publicKeyFile = "audit.pub" // its public key, for whoever verifies elsewhere
	macKeyFile    = "args.key"  // of args_mac
)

// signer signs checkpoints.
type signer struct{ key ed25519.PrivateKey }

func loadSigner(home string) (*signer, error) {
	seed, err := loadKey(home, signKeyFile, ed25519.SeedSize)
	if err != nil {
		return nil, err
	}
	key := ed25519.NewKeyFromSeed(seed)
	public := filepath.Join(keyDir(home), publicKeyFile)
	if _, err := os.Lstat(public); os.IsNotExist(err) {
		text := hex.EncodeToString(key.Public().(ed25519.PublicKey)) + "\n"
		if err := createOnce(public, []byte(text)); err != nil {
			return nil, err
		}
	}
	return &signer{key}, nil
}

// sign returns the signature of a head in hex. What is signed is the text of
// the hash as it stands in the record.
func (s *signer) sign(head []byte) string {
	return hex.EncodeToString(ed25519.Sign(s.key, head))
}

// PublicKey returns the key that the checkpoints of a home are verified with,
// nil when it has none yet.
func PublicKey(home string) (ed25519.PublicKey, error) {
	key, err := readKey(filepath.Join(keyDir(home), publicKeyFile), ed25519.PublicKeySize)
	if os.IsNotExist(err) {
		return nil, nil
	}
	return key, err
}

// ArgsMAC returns the args_mac of a call: the HMAC-SHA256 of the canonical
// form of its arguments, under a key of home, so that equal arguments can be
// told but short ones not guessed.
func (l *Log) ArgsMAC(args []byte) (string, error) {
	text, err := Canonical(args)
	if err != nil {
		return "", err
	}
	sum, err := l.mac.sum(l.opt.Home, text)
	if err != nil {
		return "", &WriteError{err}
	}
	return hex.EncodeToString(sum), nil
}

// macKey keeps the key of args_mac. A home may get another key while a host
// runs, so that it looks again after a while.
type macKey struct {
	mu      sync.Mutex
	hash    hash.Hash
	file    os.FileInfo
	checked time.Time
}

// macTrust is how long a key is believed to be that of home unseen.
const macTrust = time.Second

func (m *macKey) sum(home string, text []byte) ([]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.load(home); err != nil {
		m.hash = nil
		return nil, err
	}
	m.hash.Reset()
	m.hash.Write(text)
	return m.hash.Sum(nil), nil
}

func (m *macKey) load(home string) error {
	now := time.Now()
	if m.hash != nil && now.Sub(m.checked) < macTrust {
		return nil
	}
	path := filepath.Join(keyDir(home), macKeyFile)
	if m.hash != nil {
		st, err := os.Stat(path)
		if err == nil && os.SameFile(st, m.file) && st.ModTime().Equal(m.file.ModTime()) {
			m.checked = now
			return nil
		}
	}
	key, err := loadKey(home, macKeyFile, sha256.Size)
	if err != nil {
		return err
	}
	// Should it be another file by now, the next look finds that.
	if m.file, err = os.Stat(path); err != nil {
		return err
	}
	m.hash, m.checked = hmac.New(sha256.New, key), now
	return nil
}

// loadKey reads a key, or makes it. Of several processes that make it at once
// one wins, and all use its key.
func loadKey(home, name string, size int) ([]byte, error) {
	path := filepath.Join(keyDir(home), name)
	key, err := readKey(path, size)
	if !os.IsNotExist(err) {
		return key, err
	}
	fresh := make([]byte, size)
	if _, err := rand.Read(fresh); err != nil {
		return nil, err
	}
	if err := createOnce(path, []byte(hex.EncodeToString(fresh)+"\n")); err != nil {
		return nil, err
	}
	return readKey(path, size)
}

func readKey(path string, size int) ([]byte, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	key, err := hex.DecodeString(strings.TrimSpace(string(text)))
	if err != nil || len(key) != size {
		return nil, fmt.Errorf("%s is not a key of %d bytes in hex", path, size)
	}
	return key, nil
}

// createOnce writes a file that did not exist, complete or not at all. That
// somebody else wrote it first is no error.
func createOnce(path string, content []byte) error {
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	t, err := os.CreateTemp(dir, ".new-*") // 0600
	if err != nil {
		return err
	}
	defer os.Remove(t.Name())
	_, err = t.Write(content)
	err = errors.Join(err, t.Sync(), t.Close())
	if err != nil {
		return err
	}
	if err := os.Link(t.Name(), path); err != nil && !os.IsExist(err) {
		return err
	}
	return nil
}
